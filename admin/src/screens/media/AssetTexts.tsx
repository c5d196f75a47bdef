import { Button, Group, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

import { useBootstrap } from '../../api/session';
import type { Asset, AssetText } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { longestAlt, longestCaption } from '../../media/limits';
import { isImage } from '../../media/pictures';
import { Refusal } from '../../ui/Refusal';
import { localeName } from '../../values/names';
import { changeOf, textsOf, type Texts } from './texts';
import { useAssetChange } from './useAssetChange';

/** What an asset shows in words, in each language of the site. */
export function AssetTexts({ asset, setUnsaved }: { asset: Asset; setUnsaved: (unsaved: boolean) => void }) {
  const { t } = useSpeech();
  const { locales } = useBootstrap().site;
  const { mutate, isPending, error } = useAssetChange(asset.id);
  const saved = textsOf(asset, locales);
  const [typed, setTyped] = useState<Texts>({});
  const change = changeOf(saved, { ...saved, ...typed });
  const unsaved = change !== undefined;
  useEffect(() => setUnsaved(unsaved), [unsaved, setUnsaved]);
  const fields = (locale: string) => <Fields picture={isImage(asset)} text={typed[locale] ?? saved[locale]} change={(text) => setTyped({ ...typed, [locale]: text })} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (change) mutate(change, { onSuccess: () => setTyped({}) });
      }}
    >
      <Stack gap="sm">
        {locales.length > 1 ? <Languages locales={locales} fields={fields} lacks={(locale) => isImage(asset) && (typed[locale] ?? saved[locale])?.alt.trim() === ''} /> : fields('')}
        <Refusal error={error} title={t('trouble.notDone')} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} disabled={!unsaved}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface LanguagesProps {
  locales: readonly string[];
  fields: (locale: string) => React.ReactNode;
  lacks: (locale: string) => boolean;
}

function Languages({ locales, fields, lacks }: LanguagesProps) {
  const { t, language } = useSpeech();
  const keys = locales.map((locale, i) => ({ key: i === 0 ? '' : locale, value: `=${locale}`, name: localeName(locale, language) }));
  return (
    <Tabs defaultValue={keys[0]?.value ?? null}>
      <Tabs.List mb="sm" aria-label={t('field.languages')}>
        {keys.map(({ key, value, name }) => (
          <Tabs.Tab key={value} value={value}>
            {name}
            {lacks(key) && (
              <Text span size="xs" c="dimmed" ml={6}>
                {t('media.noAlt')}
              </Text>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {keys.map(({ key, value }) => (
        <Tabs.Panel key={value} value={value}>
          {fields(key)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Fields({ text = { alt: '', caption: '' }, picture, change }: { text: AssetText | undefined; picture: boolean; change: (text: AssetText) => void }) {
  const { t } = useSpeech();
  return (
    <Stack gap="sm">
      <TextInput
        label={t('media.alt')}
        description={picture ? t(text.alt.trim() === '' ? 'media.altMissing' : 'media.altHint') : t('media.altFile')}
        value={text.alt}
        maxLength={longestAlt}
        onChange={(event) => change({ ...text, alt: event.currentTarget.value })}
      />
      <Textarea
        label={t('media.caption')}
        autosize
        minRows={2}
        maxRows={6}
        value={text.caption}
        maxLength={longestCaption}
        onChange={(event) => change({ ...text, caption: event.currentTarget.value })}
      />
    </Stack>
  );
}
