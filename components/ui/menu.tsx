'use client';

import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ComponentProps, type ReactElement, type ReactNode, Suspense, use, useEffect } from 'react';
import { useLateTrigger } from './late-trigger';
import type { MenuBody } from './menu-body';
import { useMenuParts } from './menu-parts';
import { onDemand } from './on-demand';

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly side?: 'top' | 'bottom' | undefined;
}

const body = onDemand(() => import('./menu-body').then((module) => module.MenuBody));

function LateBody(props: ComponentProps<typeof MenuBody>) {
  const Body = use(body());
  const { onOpenChange, openedBy } = props;
  useEffect(() => {
    if (Body === null && openedBy !== null) onOpenChange(false);
  });
  return Body && <Body {...props} />;
}

/** Its button is there at once; the code of menus comes with the first that is hovered, focused or pressed. */
export function Menu({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) {
  const { id, popupId, target, openedBy, attach, setOpen } = useLateTrigger({
    popup: 'menu',
    preload: () => void body(),
  });
  return (
    <>
      {attach(trigger)}
      {target !== null && (
        <Suspense>
          <LateBody {...{ target, openedBy, align, side }} id={popupId} labelledBy={id} onOpenChange={setOpen}>
            {children}
          </LateBody>
        </Suspense>
      )}
    </>
  );
}

const row = clsx(
  'flex min-h-8 w-full select-none items-center gap-2.5 rounded-lg px-2.5 py-1 text-left outline-none',
  'data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-dim',
);

interface MenuItemProps {
  readonly onSelect?: (() => void) | undefined;
  readonly icon?: ReactNode;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** A single link as the child, instead of `onSelect`. */
  readonly asChild?: boolean | undefined;
  readonly children: ReactNode;
}

export function MenuItem({
  onSelect,
  icon,
  danger = false,
  disabled = false,
  asChild = false,
  children,
}: MenuItemProps) {
  const { Item } = useMenuParts();
  return (
    <Item
      asChild={asChild}
      disabled={disabled}
      className={clsx(row, danger && 'text-red [&_svg]:text-red')}
      {...(onSelect && { onSelect })}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          <span className="min-w-0 flex-1 truncate">{children}</span>
        </>
      )}
    </Item>
  );
}

interface MenuChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** One of several, with a check mark at the present one. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  const { RadioGroup, RadioItem, ItemIndicator } = useMenuParts();
  return (
    <RadioGroup value={value} onValueChange={(next) => onChange(next as T)} aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} className={row}>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <ItemIndicator>
            <Check aria-hidden />
          </ItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  );
}

function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useMenuParts();
  return <Label className="px-2.5 pt-1.5 pb-0.5 text-faint text-xs">{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator className="mx-1 my-1 h-px bg-line-soft" />;
}
