import { useT } from '../../i18n/i18n-provider';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { SecretInput } from '../../ui/secret-input';

/** One header, both halves or neither. */
export function readHeader(form: FormData): Record<string, string> {
  const name = String(form.get('header_name') ?? '').trim();
  const value = String(form.get('header_value') ?? '').trim();
  return name !== '' && value !== '' ? { [name]: value } : {};
}

export function McpHeaderFields() {
  const t = useT();
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Field label={t('mcp.headerName')} note={t('common.optional')}>
        {(control) => (
          <Input {...control} name="header_name" defaultValue="Authorization" maxLength={100} className="font-mono" />
        )}
      </Field>
      <Field label={t('mcp.headerValue')} note={t('common.optional')} hint={t('mcp.headerHint')}>
        {(control) => <SecretInput {...control} name="header_value" placeholder="Bearer …" maxLength={4000} />}
      </Field>
    </div>
  );
}
