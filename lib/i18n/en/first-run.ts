/** The way from nothing to a first real answer. */
export const firstRun = {
  none: 'Nothing can answer yet: no provider is set up.',
  failing: 'The chosen provider failed its last test. Mend it here, or pick another one.',
  another: 'Your own key, your own choice of model.',
  title: 'A real model in three steps',
  step1: 'Choose a provider',
  step2: 'Paste your key',
  step2Text: 'It is stored encrypted on this server and only used for your requests.',
  step2Local: 'Check the address',
  step3: 'Press “Test”',
  step3Text: 'It sends one tiny message. When it turns green, you can start.',
  keyMissing: 'Paste a key first.',
  other: 'Another server…',
  foundHere: 'found',
  found: '{name} was found, and {model} answers. No key is needed.',
  otherProvider: 'Use another provider',
} as const;
