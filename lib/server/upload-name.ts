import 'server-only';

const mostCharacters = 60;

/** The name of a file from somebody's machine as a name in a workspace: the last part of its path, tidied. */
export function uploadName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const tidy = last
    .replace(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*\u2044\u2215\u29f8\uff0f\uff3c\u2024-\u2026\u3002\uff0e\uff61]/g, '_')
    .replace(/^[\s~]+|[\s.]+$/g, '');
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{1,10})?$/su.exec(tidy) ?? [];
  const short = [...stem].slice(0, mostCharacters).join('').trimEnd();
  const isDevice = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9¹²³])$/i.test(short.split('.')[0] ?? '');
  return `${isDevice || short === '' ? `file${short === '' ? '' : `-${short}`}` : short}${extension}`;
}
