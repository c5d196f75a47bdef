import { Stack, Text, Title } from '@mantine/core';

import type { Collection, Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { sameValue, type Data } from '../../values/data';
import { fieldTitle } from '../../values/schema';
import { ValueDiff } from '../versions/ValueDiff';
import { propertiesOf } from './completeness';
import { FieldValue } from './FieldValue';

/** What a draft has otherwise than the entry, field by field; `none` where it has nothing. */
export function DraftChanges({ collection, entry, value, none }: { collection: Collection; entry: Entry; value: Data; none: string }) {
  const speech = useSpeech();
  const changed = propertiesOf(collection).filter((field) => !sameValue(entry.data[field], value[field]));
  if (changed.length === 0) return <Text size="sm">{none}</Text>;
  return (
    <Stack gap="md">
      {changed.map((field) => {
        const [before, after] = [entry.data[field], value[field]];
        return (
          <section key={field}>
            <Title order={3} size="h5" mb={4}>
              {fieldTitle(speech, collection, field)}
            </Title>
            {before === undefined || before === '' ? <FieldValue collection={collection} field={field} value={after} /> : <ValueDiff collection={collection} field={field} before={before} after={after} short />}
          </section>
        );
      })}
    </Stack>
  );
}
