'use client';

import { Code, Workflow } from 'lucide-react';
import { useRef, useState } from 'react';
import { useT } from '../../i18n/i18n-provider';
import { CopyButton } from '../../ui/copy-button';
import { IconButton } from '../../ui/icon-button';
import { CodeView } from '../code/code-view';
import { useSeen } from '../use-seen';
import { DiagramFrame } from './diagram-frame';
import type { Drawing } from './draw-in-frame';
import { useColourScheme } from './use-colours';
import { type FrameSlot, useFrameSlot } from './use-frame-slot';

const longestSource = 20_000;
const none: readonly string[] = [];

type Outcome = Drawing | 'failed' | null;

/** What is said while only the source is there. */
function noteOf(of: { isShort: boolean; slot: FrameSlot; isFailed: boolean }) {
  if (!of.isShort) return 'tooLong';
  if (of.slot === 'full') return 'tooMany';
  return of.isFailed ? 'failed' : 'drawing';
}

/** A diagram, drawn in a frame that can reach nothing, and its source a click away. What cannot be drawn is its source. */
export function DiagramView({ source }: { source: string }) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const isShort = source.length <= longestSource && source.trim() !== '';
  const isSeen = useSeen(box, isShort);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const slot = useFrameSlot(isSeen && outcome !== 'failed');
  const scheme = useColourScheme();
  const [wantsSource, setWantsSource] = useState(false);
  const drawing = outcome === 'failed' ? null : outcome;
  const showsSource = wantsSource || drawing === null;
  const note = noteOf({ isShort, slot, isFailed: outcome === 'failed' });
  return (
    <div ref={box} className="relative" data-testid="diagram">
      {showsSource && (
        <CodeView language="mermaid" pages={none} page={source} isComplete>
          {drawing === null ? (
            <span role="status" className="truncate px-1.5">
              {(isSeen || !isShort) && t(`chat.diagram.${note}`)}
            </span>
          ) : (
            <IconButton label={t('chat.diagram.show')} size="small" onClick={() => setWantsSource(false)}>
              <Workflow />
            </IconButton>
          )}
        </CodeView>
      )}
      {slot === 'taken' && outcome !== 'failed' && (
        <figure inert={showsSource} className={showsSource ? hidden : shown}>
          <figcaption className="flex items-center gap-0.5 border-line-soft border-b py-0.5 pr-1 pl-3 text-faint text-xs">
            <span className="mr-auto min-w-0 truncate">{drawing?.title || t('chat.diagram.name')}</span>
            <IconButton label={t('chat.diagram.source')} size="small" onClick={() => setWantsSource(true)}>
              <Code />
            </IconButton>
            <CopyButton text={source} label={t('chat.diagram.copy')} />
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <div className="max-h-[80vh] overflow-auto p-3" tabIndex={0}>
            <DiagramFrame
              key={scheme}
              source={source}
              drawing={drawing}
              title={nameOf(drawing, t('chat.diagram.name'))}
              onOutcome={(result) => setOutcome(result ?? 'failed')}
            />
          </div>
        </figure>
      )}
    </div>
  );
}

const shown = 'my-3 overflow-hidden rounded-lg border border-line-soft bg-card';
/** Laid out, as text must be measured to be drawn, but not seen. */
const hidden = 'pointer-events-none absolute inset-x-0 top-0 h-0 overflow-hidden opacity-0';

/** What somebody hears who cannot see it; the source says the rest. */
function nameOf(drawing: Drawing | null, name: string): string {
  return [name, drawing?.kind, drawing?.title].filter(Boolean).join(': ');
}
