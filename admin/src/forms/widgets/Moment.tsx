import { ActionIcon, Group, Text, TextInput } from '@mantine/core';

import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { SiteTime } from '../../ui/SiteTime';
import { localText, timeOf, zoneOf } from '../moments';
import { asText, marks, type WidgetProps } from './props';
import { useHalfTyped } from './useHalfTyped';

/** A day: `2026-01-31`. */
export function Day(props: WidgetProps) {
  const half = useHalfTyped(props.path);
  return (
    <TextInput
      {...marks(props)}
      {...half}
      type="date"
      maw={260}
      max="9999-12-31"
      value={asText(props.value)}
      onChange={(event) => props.change(event.currentTarget.value || undefined)}
    />
  );
}

/** A moment, kept in epoch milliseconds. */
export function Timestamp(props: WidgetProps) {
  const time = typeof props.value === 'number' ? props.value : undefined;
  return <MomentInput {...props} time={time} keep={(next) => next} />;
}

/** A moment, kept as a text of RFC 3339. */
export function DateTime(props: WidgetProps) {
  const time = typeof props.value === 'string' ? Date.parse(props.value) : NaN;
  return <MomentInput {...props} time={Number.isNaN(time) ? undefined : time} keep={(next) => new Date(next).toISOString().replace('.000Z', 'Z')} />;
}

function MomentInput(props: WidgetProps & { time: number | undefined; keep: (time: number) => unknown }) {
  const { t, language, moment } = useSpeech();
  const { time, keep, change, readOnly, label } = props;
  const [now] = useState(Date.now);
  const half = useHalfTyped(props.path);
  const type = (text: string) => {
    const next = timeOf(text);
    change(next === undefined ? undefined : keep(next));
  };
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <TextInput
          {...marks(props)}
          {...half}
          type="datetime-local"
          flex="0 1 260px"
          miw={0}
          max="9999-12-31T23:59"
          step={time !== undefined && time % 60_000 !== 0 ? 1 : 60}
          value={time === undefined ? '' : localText(time)}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {!readOnly && time !== undefined && (
          <ActionIcon variant="subtle" color="gray" size="lg" onClick={() => change(undefined)} aria-label={t('forms.clear', { field: label })}>
            <Icon name="close" />
          </ActionIcon>
        )}
        {!readOnly && time === undefined && (
          <ActionIcon variant="subtle" color="gray" size="lg" onClick={() => change(keep(minuteNow()))} aria-label={t('forms.now', { field: label })} title={t('forms.nowShort')}>
            <Icon name="clock" />
          </ActionIcon>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={2}>
        {time === undefined ? t('forms.zone', { zone: zoneOf(now, language) }) : t('forms.zoneOf', { time: moment(time), zone: zoneOf(time, language) })}
      </Text>
      <SiteTime time={time} />
    </>
  );
}

const minuteNow = () => Math.floor(Date.now() / 60_000) * 60_000;
