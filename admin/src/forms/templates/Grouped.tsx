import { Tabs, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { useSpeech } from '../../i18n/text';
import { onReveal } from '../focus';
import { useFormFaults, useFrame } from '../frame';
import type { Shape } from '../shape';
import classes from './templates.module.css';

/** A field of the form, and where its uiSchema puts it. */
export interface Placed {
  name: string;
  content: ReactNode;
  shape: Shape | undefined;
}

/** The fields of a whole form, in the lines and the tabs that its uiSchema gives them (decision 234). */
export function Grouped({ fields }: { fields: readonly Placed[] }) {
  const labels = [...new Set(fields.flatMap(({ shape }) => shape?.['x-group'] ?? []))];
  const own = fields.filter(({ shape }) => shape?.['x-group'] === undefined);
  if (labels.length === 0 || fields.length === 1) return <Lines fields={fields} />;
  return (
    <div className={classes['grouped']}>
      {own.length > 0 && <Lines fields={own} />}
      <Groups labels={labels} fields={fields} />
    </div>
  );
}

function Groups({ labels, fields }: { labels: readonly string[]; fields: readonly Placed[] }) {
  const { idPrefix } = useFrame();
  const [picked, pick] = useState(labels[0] ?? '');
  // A tab of which nothing is left to show is not there any more.
  const shown = labels.includes(picked) ? picked : (labels[0] ?? '');
  return (
    <Tabs id={`${idPrefix}-groups`} value={shown} onChange={(next) => pick(next ?? '')} keepMountedMode="display-none">
      <Tabs.List className={classes['tabs'] ?? ''}>
        {labels.map((label) => (
          <GroupTab key={label} label={label} fields={within(fields, label)} />
        ))}
      </Tabs.List>
      {labels.map((label) => (
        <Tabs.Panel key={label} value={label} pt="md">
          <Revealed open={() => pick(label)}>
            <Lines fields={within(fields, label)} />
          </Revealed>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

const within = (fields: readonly Placed[], label: string) => fields.filter(({ shape }) => shape?.['x-group'] === label);

/** Says how many faults are behind it. */
function GroupTab({ label, fields }: { label: string; fields: readonly Placed[] }) {
  const { plural } = useSpeech();
  const names = new Set(fields.map(({ name }) => name));
  const count = useFormFaults().filter(({ path }) => names.has(String(path[0]))).length;
  return (
    <Tabs.Tab value={label} data-wrong={count > 0 || undefined} rightSection={count > 0 ? <span className={classes['count']} aria-hidden="true">{count}</span> : undefined}>
      {label}
      {count > 0 && <VisuallyHidden component="span">{`, ${plural('forms.list.faults', count)}`}</VisuallyHidden>}
    </Tabs.Tab>
  );
}

/** Opens its tab for whatever inside is to have the focus. */
function Revealed({ open, children }: { open: () => void; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => onReveal(frame.current, () => latest.current()), []);
  return <div ref={frame}>{children}</div>;
}

function Lines({ fields }: { fields: readonly Placed[] }) {
  return (
    <div className={classes['lines']}>
      {fields.map(({ name, content, shape }) => (
        <div key={name} className={classes['field']} data-width={shape?.['x-width']}>
          {content}
        </div>
      ))}
    </div>
  );
}
