import { describe, expect, it } from 'vitest';
import { fieldName, readSettingsChange } from './provider-settings';

function formOf(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [setting, value] of Object.entries(values)) form.set(fieldName(setting), value);
  return form;
}

describe('what the advanced fields change', () => {
  const stored = { max_output: 500, keep_alive: null, inline_thinking: true, text_tool_calls: null };
  const same = { max_output: '500', keep_alive: '', inline_thinking: 'on' };

  it('is nothing when nothing was touched', () => {
    expect(readSettingsChange(formOf(same), stored)).toEqual({});
  });

  it('is each in its own kind, and empty clears', () => {
    expect(readSettingsChange(formOf({ max_output: '', keep_alive: ' 5m ', text_tool_calls: 'on' }), stored)).toEqual({
      max_output: null,
      keep_alive: '5m',
      inline_thinking: null,
      text_tool_calls: true,
    });
    expect(readSettingsChange(formOf({ ...same, max_output: '900' }), stored)).toEqual({ max_output: 900 });
  });
});
