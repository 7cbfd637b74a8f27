type Listener = () => void;

const listeners = new Set<Listener>();

/** Hears when somebody wants another model; returns how to stop hearing. */
export function onModelMenuAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the list of models, where one is on the screen. */
export function askForModelMenu(): void {
  for (const listener of listeners) listener();
}
