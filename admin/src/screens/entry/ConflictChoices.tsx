import { Button, Group, Paper, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';

import type { Collection } from '../../api/types.gen';
import type { PlainKey } from '../../i18n/message';
import { useSpeech } from '../../i18n/text';
import { Notice } from '../../ui/Notice';
import { notifyUndoable } from '../../ui/undo';
import { type Data } from '../../values/data';
import { fieldTitle, propertySchema } from '../../values/schema';
import { propertiesOf } from './completeness';
import classes from './Conflict.module.css';
import { FieldValue } from './FieldValue';
import { differences, isMixed, isSettled, merged, sideOf, type Difference, type Side } from './merge';
import { TextDiff } from './TextDiff';
import { calledBy, type EntryEditor } from './editor';
import type { Working } from './working';
import { useLastChange } from './useLastChange';

export interface ConflictProps {
  editor: EntryEditor;
  base: Working;
  mine: Data;
  theirs: Working;
}

/** What two people made of an entry, field by field: whose is kept? */
export function ConflictChoices({ editor, base, mine, theirs }: ConflictProps) {
  const speech = useSpeech();
  const { t, ago } = speech;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { at, own } = useLastChange(theirs, base);
  useEffect(() => heading.current?.focus(), []);
  const [chosen, choose] = useState<Record<string, Side>>({});
  const found = differences(base.data, mine, theirs.data);
  const order = propertiesOf(editor.collection);
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  const all = (side: Side) => Object.fromEntries(found.map(({ field }) => [field, side]));
  const open = found.filter(({ field, usual }) => (chosen[field] ?? usual) === undefined).length;
  const settle = () => {
    const back = editor.settle(theirs, merged(found, theirs.data, chosen));
    if (back) notifyUndoable(speech, t('verbs.discarded', { title: calledBy({ ...editor, value: mine }, speech) }), back);
  };
  return (
    <section aria-labelledby={titleId}>
      <Notice tone="warning" icon="alert" urgent title={<h2 id={titleId} ref={heading} tabIndex={-1}>{t(own ? 'entry.conflictOwn' : 'entry.conflictTitle', { ago: ago(at) })}</h2>}>
        {t('entry.conflictHint')}
      </Notice>
      <Group gap="xs" mb="md">
        <Button size="compact-sm" variant="default" onClick={() => choose(all('mine'))}>
          {t('entry.allMine')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => choose(all('theirs'))}>
          {t('entry.allTheirs')}
        </Button>
      </Group>
      <Stack gap="md">
        {found
          .sort((a, b) => place(a.field) - place(b.field))
          .map((each) => (
            <FieldConflict
              key={each.field}
              collection={editor.collection}
              difference={each}
              side={chosen[each.field] ?? each.usual}
              choose={(side) => choose((now) => ({ ...now, [each.field]: side }))}
            />
          ))}
      </Stack>
      <Group gap="xs" className={classes['foot'] ?? ''}>
        <Button disabled={!isSettled(found, chosen)} onClick={settle}>
          {t('entry.useChoices')}
        </Button>
        <Button variant="default" onClick={() => editor.resolve(false)}>
          {t('entry.backToForm')}
        </Button>
        {open > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('entry.choicesOpen', { count: open })}
          </Text>
        )}
      </Group>
    </section>
  );
}

interface FieldConflictProps {
  collection: Collection;
  difference: Difference;
  side: Side | undefined;
  choose: (side: Side) => void;
}

function FieldConflict({ collection, difference, side, choose }: FieldConflictProps) {
  const speech = useSpeech();
  const { t } = speech;
  const name = fieldTitle(speech, collection, difference.field);
  const { field, base, both, usual } = difference;
  const sides: readonly Side[] = both === undefined ? ['mine', 'theirs'] : ['both', 'mine', 'theirs'];
  return (
    <Paper withBorder p="md" data-open={side === undefined || undefined} className={classes['field']}>
      <Radio.Group
        value={side ?? null}
        onChange={(next) => choose(next)}
        label={name}
        description={t(descriptions[usual ?? (isMixed(difference, 'mine') ? 'place' : 'clash')])}
      >
        <div className={classes['sides']} data-both={both !== undefined || undefined}>
          {/* What stays of a long text is not shown three times: each side says what it changes. */}
          {!isLongText(base) && (
            <div className={classes['side']}>
              <Text size="xs" fw={600} c="dimmed" mb={4}>
                {t('entry.sideBase')}
              </Text>
              <FieldValue collection={collection} field={field} value={base} />
            </div>
          )}
          {sides.map((each) => (
            <Radio.Card key={each} value={each} className={classes['side']} aria-label={`${name}: ${t(sideName(difference, each))}`}>
              <Group gap={6} mb={4}>
                <Radio.Indicator size="xs" />
                <Text size="xs" fw={600}>
                  {t(sideName(difference, each))}
                </Text>
              </Group>
              <SideValue collection={collection} field={field} base={base} value={sideOf(difference, each)} />
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
    </Paper>
  );
}

const descriptions = {
  clash: 'entry.bothChanged', place: 'entry.bothChangedPlace', both: 'entry.putTogether', mine: 'entry.youChanged', theirs: 'entry.theyChanged',
} as const satisfies Record<string, PlainKey>;

/** A side of a text that has what the other one changed elsewhere says so. */
function sideName(difference: Difference, side: Side): PlainKey {
  if (side === 'both') return difference.usual === 'both' ? 'entry.sideBoth' : 'entry.sideInTurn';
  if (isMixed(difference, side)) return side === 'mine' ? 'entry.sideMineHere' : 'entry.sideTheirsHere';
  return side === 'mine' ? 'entry.sideMine' : 'entry.sideTheirs';
}

/** Longer than what is read at a glance. */
const isLongText = (value: unknown): boolean => typeof value === 'string' && value.length > 400;

function SideValue({ collection, field, base, value }: { collection: Collection; field: string; base: unknown; value: unknown }) {
  if (typeof base === 'string' && typeof value === 'string' && base !== '') return <TextDiff schema={propertySchema(collection, field)} before={base} after={value} short={isLongText(base)} />;
  return <FieldValue collection={collection} field={field} value={value} />;
}
