import { Code, Table, Text } from '@mantine/core';

import type { Purpose } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { byteSize } from '../i18n/bytes';

/** What files are for: the forms that each needs, and how large those may be. */
export function Purposes({ purposes }: { purposes: Purpose[] }) {
  const { t } = useSpeech();
  if (purposes.length === 0) return <Text size="sm">{t('settings.purposesNone')}</Text>;
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('settings.purposes')} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('settings.purpose')}</Table.Th>
            <Table.Th>{t('settings.forms')}</Table.Th>
            <Table.Th>{t('settings.most')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {purposes.map((each) => (
            <PurposeRow key={each.name} purpose={each} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function PurposeRow({ purpose: { name, required, maxBytes } }: { purpose: Purpose }) {
  const { language } = useSpeech();
  return (
    <Table.Tr>
      <Table.Td>
        <Code>{name}</Code>
      </Table.Td>
      <Table.Td>
        {required.map((slot) => (
          <div key={slot}>{slot}</div>
        ))}
      </Table.Td>
      <Table.Td>
        {Object.entries(maxBytes).map(([mime, bytes]) => (
          <div key={mime}>
            {mime}: {byteSize(language, bytes)}
          </div>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}
