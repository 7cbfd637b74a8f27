import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { getNonce } from 'get-nonce';

const marks = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600', color: 'var(--text)' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--cyan)' },
  { tag: tags.monospace, color: 'var(--green)' },
  { tag: tags.quote, color: 'var(--dim)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: 'var(--faint)' },
  { tag: [tags.tagName, tags.attributeName, tags.comment], color: 'var(--dim)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.65', overflow: 'auto' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 1rem' },
  '.cm-placeholder': { color: 'var(--faint)' },
});

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  readonly onChange: (text: string) => void;
}

export interface Editor {
  /** Puts another text in place of all of it; undo brings the former back. */
  readonly replace: (text: string) => void;
  readonly destroy: () => void;
}

/** The part in which two texts differ, so that the cursor stays where it was in the rest. */
function changeBetween(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** An editor of Markdown in an element. The Tab key is left alone, so that nobody is caught in it. */
export function createEditor({ parent, text, label, hint, onChange }: EditorOptions): Editor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        // Its styles are an element, which the content policy admits only with this.
        EditorView.cspNonce.of(getNonce() ?? ''),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        markdown({ base: markdownLanguage, completeHTMLTags: false }),
        syntaxHighlighting(marks),
        look,
        EditorView.lineWrapping,
        // What can be written into takes the focus without a tab index, yet not every reader of pages knows.
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', tabindex: '0' }),
        placeholder(hint),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    replace: (next) => {
      const changes = changeBetween(view.state.doc.toString(), next.replace(/\r\n?/g, '\n'));
      view.dispatch({ changes });
    },
    destroy: () => view.destroy(),
  };
}
