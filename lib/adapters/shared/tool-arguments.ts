import type { JsonObject } from '@/lib/ir';

export interface ToolArguments {
  readonly args: JsonObject;
  readonly rawArgs?: string;
  readonly parseError?: string;
}

/** Argument text as an object. No text is an empty object; anything else that is no object is kept raw, with a reason. */
export function parseToolArguments(text: string): ToolArguments {
  if (text.trim() === '') return { args: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { args: value as JsonObject };
    return { args: {}, rawArgs: text, parseError: 'the arguments are not a JSON object' };
  } catch {
    return { args: {}, rawArgs: text, parseError: 'the arguments are not valid JSON' };
  }
}
