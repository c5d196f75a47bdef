import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { assetQuery } from '../../api/media';
import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { saidOf } from '../../values/said';
import { tellAlt } from '../altText';
import { longestAlt } from '../limits';

/** Asks what a new picture shows, until somebody has said it: here, or on the page of the asset. */
export function AltQuestion({ asset }: { asset: Asset }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const { data: now } = useQuery({ ...assetQuery(asset.id), initialData: asset, enabled: false });
  const [alt, setAlt] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => tellAlt(queries, asset.id, alt.trim()),
  });
  if (now.alt !== '') return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (alt.trim() !== '') mutate();
      }}
    >
      <Group gap={6} mt={6} wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          flex={1}
          value={alt}
          maxLength={longestAlt}
          onChange={(event) => setAlt(event.currentTarget.value)}
          aria-label={t('media.altOf', { filename: asset.filename })}
          placeholder={t('media.altAsk')}
          error={error && saidOf(error, speech)}
        />
        <Button size="xs" type="submit" variant="default" loading={isPending} disabled={alt.trim() === ''}>
          {t('action.save')}
        </Button>
      </Group>
    </form>
  );
}
