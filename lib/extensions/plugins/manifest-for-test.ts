interface ToolChange {
  readonly request?: object;
  readonly [key: string]: unknown;
}

/** A tool as somebody writes it, with changes. */
export function toolOf({ request, ...change }: ToolChange = {}) {
  return {
    name: 'get_weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string', maxLength: 80 } }, required: ['city'] },
    request: {
      url: 'https://api.example/v1/weather',
      query: { q: '{city}' },
      headers: { 'X-Key': '{secret:api_key}' },
      ...request,
    },
    ...change,
  };
}

export function manifestOf(change: Record<string, unknown> = {}) {
  return {
    manifest: 1,
    id: 'weather',
    name: 'Weather',
    version: '1.0.0',
    description: 'Weather of cities.',
    secrets: [{ name: 'api_key', label: 'API key' }],
    tools: [toolOf()],
    ...change,
  };
}
