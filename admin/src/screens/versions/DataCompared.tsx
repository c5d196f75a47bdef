import { Text, Title } from '@mantine/core';

import type { Collection, EntryDetail, VersionState } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { StatusBadge } from '../../ui/StatusBadge';
import { fieldsOf, sameValue } from '../../values/data';
import { fieldTitle } from '../../values/schema';
import { propertiesOf } from '../entry/completeness';
import { FieldValue } from '../entry/FieldValue';
import type { Held } from './useSide';
import { RestoreField } from './Restore';
import type { Comparison } from './sides';
import { ValueDiff } from './ValueDiff';
import classes from './Versions.module.css';

type State = NonNullable<Held['state']>;

interface DataComparedProps {
  collection: Collection;
  detail: EntryDetail;
  comparison: Comparison;
  from: State;
  to: State;
  /** Whether what is alike is shown too. */
  whole: boolean;
}

/** What two versions hold otherwise, property by property, or all that the one that is looked at holds. */
export function DataCompared({ collection, detail, comparison, from, to, whole }: DataComparedProps) {
  const { t } = useSpeech();
  const { picked, newer } = comparison;
  const own = picked === newer ? to : from;
  const all = fieldsOf(Object.fromEntries(propertiesOf(collection).map((field) => [field, null])), from.data, to.data);
  const differs = (field: string) => !sameValue(from.data[field], to.data[field]);
  const shown = all.filter((field) => (whole ? own.data[field] !== undefined || differs(field) : differs(field)));
  const moved = from.status !== undefined && from.status !== to.status && collection.lifecycle === 'publishing';
  return (
    <div>
      {moved && <StatusMoved from={from.status} to={to.status} />}
      {shown.length === 0 && !moved && (
        <Text size="sm" c="dimmed" mt="md">
          {t('versions.alike')}
        </Text>
      )}
      {shown.map((field) => (
        <Field key={field} collection={collection} field={field}>
          {typeof picked === 'number' && <RestoreField collection={collection} detail={detail} version={picked} field={field} value={own.data[field]} />}
          {differs(field) ? (
            <ValueDiff collection={collection} field={field} before={from.data[field]} after={to.data[field]} short={!whole} />
          ) : (
            <FieldValue collection={collection} field={field} value={own.data[field]} />
          )}
        </Field>
      ))}
    </div>
  );
}

function StatusMoved({ from, to }: { from: VersionState['status'] | undefined; to: VersionState['status'] | undefined }) {
  const { t } = useSpeech();
  return (
    <section className={classes['field']} aria-label={t('field.status')}>
      <Title order={3} size="h5" mb={4}>
        {t('field.status')}
      </Title>
      <div className={classes['sides']}>
        {from && <StatusBadge status={from} />}
        <span aria-hidden="true">→</span>
        {to && <StatusBadge status={to} />}
      </div>
    </section>
  );
}

function Field({ collection, field, children: [action, value] }: { collection: Collection; field: string; children: [React.ReactNode, React.ReactNode] }) {
  const speech = useSpeech();
  const title = fieldTitle(speech, collection, field);
  return (
    <section className={classes['field']} aria-label={title}>
      <div className={classes['fieldHead']}>
        <Title order={3} size="h5">
          {title}
        </Title>
        {action}
      </div>
      {value}
    </section>
  );
}
