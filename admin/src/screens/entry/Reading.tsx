import { Text } from '@mantine/core';

import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Facts } from '../../lists/Facts';
import type { Data } from '../../values/data';
import { listed } from '../../values/names';
import { fieldTitle, propertySchema } from '../../values/schema';
import { isEmpty, propertiesOf } from './completeness';
import classes from './Entry.module.css';

/** An entry that only operations write, as a page to read: what it has, in the order of its Schema, and the names of what it has not. */
export function Reading({ collection, value }: { collection: Collection; value: Data }) {
  const speech = useSpeech();
  const fields = propertiesOf(collection);
  const missing = fields.filter((field) => isEmpty(value[field])).map((field) => fieldTitle(speech, collection, field));
  const facts = fields.filter((field) => !isEmpty(value[field])).map((name) => ({ name, value: value[name], schema: propertySchema(collection, name) }));
  return (
    <div className={classes['reading']}>
      <Facts facts={facts} currency={value['currency']} long />
      {missing.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {speech.t('entry.notGiven', { fields: listed(missing, speech.language) })}
        </Text>
      )}
    </div>
  );
}
