'use client';

import { useEffect, useLayoutEffect } from 'react';

type CardRef = { readonly current: HTMLElement | null };

function openCards(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-testid=permission-card][data-state=open]')];
}

const betweenCards: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const betweenButtons: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Up and down lead from question to question, left and right from answer to answer; Enter presses what has the focus. */
export function moveByArrow(key: string, card: HTMLElement | null): boolean {
  const [down, right] = [betweenCards[key], betweenButtons[key]];
  if (card === null || (down === undefined && right === undefined)) return false;
  // Where the card itself scrolls or folds out, arrows keep their meaning.
  const focused = document.activeElement;
  const buttons = [...card.querySelectorAll<HTMLElement>('[data-answers] button:enabled')];
  const at = buttons.indexOf(focused as HTMLElement);
  if (focused !== card && at < 0) return false;
  const found = down === undefined ? nextOf(buttons, at, right ?? 0) : openCards()[openCards().indexOf(card) + down];
  found?.focus();
  return found !== undefined;
}

function nextOf(buttons: readonly HTMLElement[], at: number, step: number): HTMLElement | undefined {
  if (at < 0) return step > 0 ? buttons[0] : buttons.at(-1);
  return buttons[at + step];
}

/** The keys reach the card at once when the person is not busy with anything else. */
export function useFocusWhenIdle(card: CardRef): void {
  useEffect(() => {
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [card]);
}

/** Not on a touch screen, where it would bring up the keyboard. */
function whereWordsAreWritten(): HTMLElement | null {
  return matchMedia('(pointer: fine)').matches ? document.querySelector<HTMLElement>('[data-testid=composer]') : null;
}

/** A card that was answered by keyboard takes the focus with it; the next question gets it, or where words are written. */
export function useFocusHandover(card: CardRef): void {
  useLayoutEffect(() => {
    const own = card.current;
    return () => {
      if (own === null || !own.contains(document.activeElement)) return;
      const cards = openCards();
      const at = cards.indexOf(own);
      const next = cards[at + 1] ?? cards[at - 1] ?? whereWordsAreWritten();
      queueMicrotask(() => next?.isConnected && next.focus({ preventScroll: cards.length < 2 }));
    };
  }, [card]);
}
