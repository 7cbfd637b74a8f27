import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { catalogues } from '@/lib/i18n';
import { I18nProvider } from '../i18n/i18n-provider';
import { ResetForm } from './reset-form';
import { SignInForm } from './sign-in-form';

const forms = [
  ['to sign in', <SignInForm key="in" path="/" registerHref="/register" />],
  ['to choose a new password', <ResetForm key="reset" token="rst_x" isOpen />],
] as const;

describe('a form as the server sends it', () => {
  it.each(forms)('%s cannot be sent before the page answers', (_, form) => {
    const html = renderToString(
      <I18nProvider locale="en" texts={catalogues.en}>
        {form}
      </I18nProvider>,
    );
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*disabled=""/);
  });
});
