import { Button } from '@mantine/core';

import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { conditionTitle, testName, written, type Condition } from '../../lists/conditions';
import { ownConditions } from '../../lists/filters';
import type { ListSearch, Narrow } from '../../lists/search';
import { Icon } from '../../ui/icons';
import { propertySchema } from '../../values/schema';

/** The conditions that hold, as words to take away. */
export function HeldConditions({ collection, search, narrow }: { collection: Collection; search: ListSearch; narrow: Narrow }) {
  const speech = useSpeech();
  const { t } = speech;
  return ownConditions(search, collection).map((each) => (
    <Button
      key={written(each)[0]}
      variant="light"
      size="compact-sm"
      rightSection={<Icon name="close" size={13} />}
      onClick={() => narrow({ [written(each)[0]]: undefined })}
      aria-description={t('list.filterRemove')}
    >
      {conditionTitle(speech, collection, each.field)} {testName(speech, each.field, each.test)} {each.test === 'empty' || each.test === 'filled' ? '' : shownValue(each, collection, speech.language)}
    </Button>
  ));
}

function shownValue({ field, value }: Condition, collection: Collection, language: string): string {
  const isMoment = propertySchema(collection, field)?.['x-mcp-hint'] === 'timestamp-ms';
  return isMoment ? new Date(Number(value)).toLocaleDateString(language) : value.replace(/T99$/, '');
}
