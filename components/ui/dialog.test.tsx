// @vitest-environment happy-dom
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Dialog } from './dialog';
import { find, mount, settle } from './mount-for-test';

function Opener() {
  const [open, setOpen] = useState(false);
  const [gone, setGone] = useState(false);
  return (
    <main id="content" tabIndex={-1}>
      {!gone && (
        <button type="button" id="opener" onClick={() => setOpen(true)}>
          open
        </button>
      )}
      <Dialog open={open} onOpenChange={setOpen} title="Question">
        <button type="button" id="inside" onClick={() => setGone(true)}>
          inside
        </button>
      </Dialog>
    </main>
  );
}

async function openDialog() {
  await mount(<Opener />);
  const opener = find<HTMLButtonElement>('#opener');
  opener.focus();
  await settle(() => opener.click());
}

const close = () => settle(() => find<HTMLButtonElement>('[role=dialog] [aria-label=Close]').click());

afterEach(() => document.body.replaceChildren());

describe('a dialog', () => {
  it('takes the focus to its content, not to the button that closes it', async () => {
    await openDialog();
    expect(document.activeElement?.id).toBe('inside');
  });

  it('gives the focus back to what opened it', async () => {
    await openDialog();
    await close();
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(document.activeElement?.id).toBe('opener');
  });

  it('gives the focus to the page when what opened it is gone', async () => {
    await openDialog();
    await settle(() => find<HTMLButtonElement>('#inside').click());
    await close();
    expect(document.activeElement?.id).toBe('content');
  });
});
