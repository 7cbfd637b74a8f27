import { route } from '@/lib/server/http/handler';
import { notFound } from '@/lib/server/http/problem';

const missing = route({
  auth: 'none',
  own: () => Promise.reject(notFound()),
  run: () => Promise.reject(notFound()),
});

export {
  missing as DELETE,
  missing as GET,
  missing as HEAD,
  missing as OPTIONS,
  missing as PATCH,
  missing as POST,
  missing as PUT,
};
