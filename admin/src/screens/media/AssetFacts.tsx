import { Anchor, Table, Title } from '@mantine/core';

import type { Asset, Variant } from '../../api/types.gen';
import { byteSize } from '../../i18n/bytes';
import { useSpeech } from '../../i18n/text';
import { formName } from '../../media/words';
import { Ago } from '../../ui/Ago';
import { Copy } from '../../ui/Copy';
import { Terms } from '../../ui/Terms';

/** What is known of an asset: its name and purpose, and the forms of which the service has bytes. */
export function AssetFacts({ asset }: { asset: Asset }) {
  const { t, number } = useSpeech();
  return (
    <section>
      <Terms
        terms={[
          [t('media.filename'), asset.filename],
          [t('media.purpose'), asset.purpose],
          [t('field.createdAt'), <Ago time={asset.createdAt} />],
          [t('media.version'), number(asset.version)],
          [t('field.id'), asset.id],
        ]}
      />
      <Title order={3} size="h5" mt="md" mb={4}>
        {t('media.forms')}
      </Title>
      <Table aria-label={t('media.forms')} verticalSpacing={4} fz="sm">
        <Table.Tbody>
          {asset.variants.map((each) => (
            <VariantRow key={each.url} variant={each} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function VariantRow({ variant: { mimeType, url, byteSize: bytes, width, height, role } }: { variant: Variant }) {
  const { t, language } = useSpeech();
  const name = formName(mimeType);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Anchor href={url} target="_blank" rel="noreferrer" inherit>
          {name}
        </Anchor>
      </Table.Th>
      <Table.Td>{t(`media.role.${role}`)}</Table.Td>
      <Table.Td>{width !== undefined && height !== undefined && `${width} × ${height}`}</Table.Td>
      <Table.Td ta="right">{byteSize(language, bytes)}</Table.Td>
      <Table.Td ta="right">
        <Copy value={new URL(url, location.origin).href} label={t('action.copyOf', { what: name })} />
      </Table.Td>
    </Table.Tr>
  );
}
