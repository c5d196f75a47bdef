import { Anchor, Group, Text } from '@mantine/core';

import type { EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { Icon } from '../../../ui/icons';
import { useArticle } from '../article/useArticle';
import { timesOf, zone } from '../../calendar/times';
import classes from './times.module.css';
import { useComing, useWhenCome } from './useComing';
import { articleComingSaid } from './words';

/** What happens to an entry next, beside its status. `open`: shows where that is changed, for who may. */
export function ComingLine({ detail, open }: { detail: EntryDetail; open?: (() => void) | undefined }) {
  const speech = useSpeech();
  const coming = useComing(detail);
  const article = useArticle(detail);
  useWhenCome(coming);
  const [next] = coming;
  if (!next) return null;
  const said = articleComingSaid(speech, next, article);
  const title = timesOf(speech, next, zone);
  return (
    <Group gap={4} wrap="nowrap" align="flex-start" className={classes['line'] ?? ''} title={title} data-does={next.does}>
      <Icon name="clock" size={14} />
      {open ? (
        <Anchor component="button" type="button" size="sm" onClick={open} className={classes['said'] ?? ''}>
          {said}
        </Anchor>
      ) : (
        <Text size="sm" className={classes['said'] ?? ''}>
          {said}
        </Text>
      )}
    </Group>
  );
}
