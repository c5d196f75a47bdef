import { Checkbox, Skeleton } from '@mantine/core';
import { memo, type MouseEvent, type ReactNode } from 'react';

import type { Collection, EntrySummary } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { Ago } from '../ui/Ago';
import { EntryStatus } from '../ui/EntryStatus';
import { LinkAnchor } from '../ui/links';
import { Notice } from '../ui/Notice';
import { lastChange } from '../values/changed';
import { fieldTitle } from '../values/schema';
import classes from './Gallery.module.css';
import { Picture } from './Picture';

interface GalleryProps {
  collection: Collection;
  label: string;
  /** The property that has the pictures. */
  field: string;
  rows: EntrySummary[];
  titled: (row: EntrySummary) => string;
  selection: Record<string, true>;
  select?: (next: Record<string, true>) => void;
  loading: boolean;
  faded: boolean;
}

/** Entries as pictures with their titles: the title opens one, its box selects it. */
export function Gallery({ collection, label, field, rows, titled, selection, select, loading, faded }: GalleryProps) {
  const speech = useSpeech();
  const { t } = speech;
  const bare = !loading && rows.every((row) => !row.values?.[field]);
  const toggle = (id: string) => select?.(selection[id] ? without(selection, id) : { ...selection, [id]: true });
  return (
    <>
      {bare && (
        <Notice tone="quiet" icon="media" title={t('gallery.none')}>
          {t('gallery.noneHint', { field: fieldTitle(speech, collection, field) })}
        </Notice>
      )}
      <ul className={classes['root']} aria-label={label} aria-busy={loading || faded} data-faded={faded || undefined}>
        {loading && Array.from({ length: 8 }, (_, i) => <Skeleton key={i} component="li" h={230} />)}
        {rows.map((row) => (
          <Card key={row.id} row={row} title={titled(row)} picture={row.values?.[field]} selected={selection[row.id] === true}>
            <EntryStatus collection={collection} entry={row} />
            {select && <Checkbox size="sm" className={classes['box'] ?? ''} checked={selection[row.id] === true} onChange={() => toggle(row.id)} aria-label={t('list.selectRow', { title: titled(row) })} />}
          </Card>
        ))}
      </ul>
    </>
  );
}

const without = (selection: Record<string, true>, id: string): Record<string, true> => Object.fromEntries(Object.keys(selection).flatMap((each) => (each === id ? [] : [[each, true as const]])));

const Card = memo(function Card({ row, title, picture, selected, children }: { row: EntrySummary; title: string; picture: unknown; selected: boolean; children: ReactNode }) {
  return (
    <li className={classes['card']} data-selected={selected || undefined} onClick={openInside}>
      <Picture id={picture} />
      <div className={classes['title']}>
        <LinkAnchor to="/c/$collection/$id" params={{ collection: row.collection, id: row.id }} c="inherit" fw={500} inherit>
          {title}
        </LinkAnchor>
      </div>
      <div className={classes['facts']}>
        {children}
        <Ago time={lastChange(row)} />
      </div>
    </li>
  );
});

/** A press anywhere on a card is one of its title. Controls keep theirs. */
function openInside(event: MouseEvent<HTMLElement>): void {
  if ((event.target as HTMLElement).closest('a, button, input, label')) return;
  event.currentTarget.querySelector<HTMLElement>('a[href]')?.click();
}
