import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { assetQuery } from '../../api/media';
import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { isImage } from '../../media/pictures';
import { LeaveQuestion } from '../../ui/LeaveQuestion';
import { Refusal } from '../../ui/Refusal';
import { SideSheet } from '../../ui/SideSheet';
import { AssetActions } from './AssetActions';
import { AssetFacts } from './AssetFacts';
import { AssetTexts } from './AssetTexts';
import { AssetUses } from './AssetUses';
import { AssetView } from './AssetView';
import { FocalPoint } from './FocalPoint';

/** All there is to an asset, beside the library. Texts that are not saved are asked for before it closes. */
export function AssetSheet({ id, close }: { id: string | undefined; close: () => void }) {
  const { t } = useSpeech();
  const [unsaved, setUnsaved] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setUnsaved(false);
    setLeaving(false);
    close();
  };
  return (
    <>
      <SideSheet opened={id !== undefined} close={() => (unsaved ? setLeaving(true) : leave())} title={t('media.file')}>
        {id !== undefined && <Content key={id} id={id} setUnsaved={setUnsaved} gone={leave} />}
      </SideSheet>
      <LeaveQuestion opened={leaving} hint={t('leave.hint')} stay={() => setLeaving(false)} leave={leave} />
    </>
  );
}

interface ContentProps {
  id: string;
  setUnsaved: (unsaved: boolean) => void;
  gone: () => void;
}

function Content({ id, setUnsaved, gone }: ContentProps) {
  const { t } = useSpeech();
  const { data: asset, error } = useQuery(assetQuery(id));
  if (!asset) return error ? <Refusal error={error} title={t('trouble.title')} /> : <Skeleton h={420} />;
  return (
    <Stack gap="lg">
      <Preview asset={asset} />
      <AssetActions asset={asset} gone={gone} />
      <AssetTexts asset={asset} setUnsaved={setUnsaved} />
      <AssetFacts asset={asset} />
      <AssetUses asset={asset} />
    </Stack>
  );
}

function Preview({ asset }: { asset: Asset }) {
  return isImage(asset) ? <FocalPoint asset={asset} /> : <AssetView asset={asset} />;
}
