import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';

import type { Deferred } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { Ago } from '../../ui/Ago';
import { Terms } from '../../ui/Terms';
import { AtomLink } from './AtomLink';
import { DiagnosticCard } from './Diagnostics';
import { SideSheet } from '../../ui/SideSheet';

/** All there is to know of a deferred hook, and its replay. */
export function DeferredDetail({ item, replay, close }: { item: Deferred | null; replay: (item: Deferred) => void; close: () => void }) {
  const [shown, show] = useState(item);
  if (item !== null && item !== shown) show(item);
  return (
    <SideSheet title={shown?.hook} opened={item !== null} close={close}>
      {shown && <Detail item={shown} replay={() => replay(shown)} />}
    </SideSheet>
  );
}

/** What tells the CDN to drop its copies of public pages is about no entry, and of no Trigger. */
const isPurge = ({ hook, collection }: Deferred) => hook === 'purge' && collection === '';

function Detail({ item, replay }: { item: Deferred; replay: () => void }) {
  const { t, number } = useSpeech();
  return (
    <Stack>
      {isPurge(item) && <Text size="sm">{t('developer.purgeHint')}</Text>}
      <Terms
        terms={[
          [t('developer.state'), t(item.running ? 'developer.running' : `developer.${item.state}`)],
          [t('developer.entry'), item.collection && <LinkAnchor to="/c/$collection/$id" params={{ collection: item.collection, id: item.entryId }} inherit>{`${item.collection}/${item.entryId}`}</LinkAnchor>],
          [t('developer.kind.Trigger'), item.triggers.map((each, i) => (
            <Fragment key={each}>
              {i > 0 && t('developer.comma')}
              {item.collection ? <AtomLink id={`Trigger/${each}`} bare /> : <Code>{each}</Code>}
            </Fragment>
          ))],
          [t('developer.tries'), number(item.tries)],
          [t(item.state === 'dead' ? 'developer.died' : 'developer.due'), <Ago time={item.time} />],
          [t('developer.event'), item.id],
        ]}
      />
      {item.diagnostic && <DiagnosticCard diagnostic={item.diagnostic} />}
      {!item.running && (
        <Group>
          <Button leftSection={<Icon name="refresh" />} onClick={replay}>
            {t('developer.replay')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
