import { Fragment } from 'react';
import { RevealedText } from './revealed-text';

/** Named values of any shape, text as text and the rest as JSON. Nothing of it is cut. */
export function KeyValues({ values }: { values: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="grid grid-cols-[minmax(4.5rem,auto)_minmax(0,1fr)] overflow-hidden rounded-lg border border-line-soft bg-code text-sm">
      {Object.entries(values).map(([key, value], index) => {
        const edge = index > 0 ? 'border-line-soft border-t' : '';
        return (
          <Fragment key={key}>
            <dt className={`px-3 py-1.5 text-faint ${edge}`}>
              <RevealedText text={key} />
            </dt>
            <dd className={`px-3 py-1.5 ${edge}`}>
              <RevealedText text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}
