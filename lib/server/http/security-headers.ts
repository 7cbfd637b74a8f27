import 'server-only';

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

const transportSecurity = 'max-age=31536000; includeSubDomains';

/** What every page and every API answer carries; HSTS only where the public origin is https. */
export function commonHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https://') ? { ...always, 'strict-transport-security': transportSecurity } : always;
}

/** Completes an API answer; what the route set itself (a stream's cache control, say) stays. */
export function secureApiResponse(response: Response, publicUrl: string): Response {
  const defaults = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
  for (const [name, value] of Object.entries({ ...defaults, ...commonHeaders(publicUrl) })) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
