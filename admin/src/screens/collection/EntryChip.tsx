import { VisuallyHidden } from '@mantine/core';

import type { Collection, EntrySummary } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { isTimed } from '../../lists/span';
import classes from '../../months/MonthGrid.module.css';
import { collectionIcon } from '../../ui/collectionIcon';
import { EntryStatus } from '../../ui/EntryStatus';
import { LinkAnchor } from '../../ui/links';
import { Row } from '../../ui/Rows';
import type { PropertySchema } from '../../values/schema';
import { ReferredTitle } from '../../values/ReferredTitle';
import { useTitles } from '../../values/useTitles';

interface EntryProps {
  collection: Collection;
  row: EntrySummary;
  /** When it is shown, and whether that has a time of the day. */
  moment: number | undefined;
  schema: PropertySchema | undefined;
}

/** The time of the day of a date, where it has one. */
function timeOf(moment: number | undefined, schema: PropertySchema | undefined, { language }: Speech): string {
  return moment === undefined || !isTimed(schema) ? '' : new Date(moment).toLocaleTimeString(language, { timeStyle: 'short' });
}

/** An entry on its day: its title, which leads to it, and its state. */
export function EntryChip({ collection, row, moment, schema }: EntryProps) {
  const speech = useSpeech();
  const title = useTitles()(row);
  const time = timeOf(moment, schema, speech);
  const status = collection.lifecycle === 'publishing' ? speech.t(`status.${row.status}`) : undefined;
  return (
    <LinkAnchor
      to="/c/$collection/$id"
      params={{ collection: row.collection, id: row.id }}
      className={classes['chip'] ?? ''}
      data-chip
      data-kind={status === undefined || row.status === 'published' ? 'set' : row.status}
      title={status === undefined ? title : `${status}: ${title}`}
    >
      <span className={classes['title']}>
        {status !== undefined && <VisuallyHidden>{status}: </VisuallyHidden>}
        {time !== '' && <span className={classes['time']}>{time} </span>}
        <ReferredTitle row={row} title={title} />
      </span>
    </LinkAnchor>
  );
}

/** The same among all of its day. */
export function EntryRow({ collection, row, moment, schema }: EntryProps) {
  const speech = useSpeech();
  const title = useTitles()(row);
  return (
    <Row
      icon={collectionIcon(collection)}
      title={title}
      facts={[timeOf(moment, schema, speech)]}
      link={
        <LinkAnchor to="/c/$collection/$id" params={{ collection: row.collection, id: row.id }} size="xs">
          {speech.t('calendar.open')}
        </LinkAnchor>
      }
    >
      <EntryStatus collection={collection} entry={row} />
    </Row>
  );
}
