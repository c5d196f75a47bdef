import { Button, Text } from '@mantine/core';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { mediaKind } from '../../media/kinds';
import { pickAsset } from '../../media/questions';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';
import { asText, type WidgetProps } from '../widgets/props';
import { ChosenAsset } from './ChosenAsset';
import { DropFrame } from './DropFrame';
import { FieldUploadList } from './FieldUploadList';
import { fitting } from './fitting';
import { ByEditors } from './ByEditors';
import { useChosen, useHasLibrary } from './useChosen';
import { cancelAll, useFieldUploads } from './useFieldUploads';
import { Ways } from './Ways';

/** A file of the library: the one that is chosen, and the ways to choose another. */
export function MediaField(props: WidgetProps) {
  const { t } = useSpeech();
  const { value, label, change, blur } = props;
  const id = asText(value);
  const kind = mediaKind(props.shape) ?? 'any';
  const library = useHasLibrary();
  const may = library && !props.readOnly;
  const [said, say] = useState('');
  const { open, give } = useFieldUploads(props.path, (arrivals) => change(arrivals.at(-1)?.asset.id));
  const take = async (files: File[]) => {
    const { taken, left } = await fitting(files, kind, 1);
    say(left === 'kind' ? t(`forms.media.wrong.${kind}`) : left === 'room' ? t('forms.media.onlyOne') : '');
    const before = open;
    if (taken.length > 0 && (await give(taken)).length > 0) cancelAll(before);
  };
  const choose = async () => {
    const asset = await pickAsset(kind === 'any' ? {} : { type: kind });
    if (!asset) return;
    say('');
    change(asset.id);
    blur();
  };
  const ways = { label, kind, choose: () => void choose(), give: (files: File[]) => void take(files) };
  return (
    <DropFrame field={props} give={may ? (files) => void take(files) : undefined}>
      {id === '' && may && <Ways {...ways} />}
      {id === '' && !may && <Text size="sm" c="dimmed">{t('forms.media.none')}</Text>}
      {id !== '' && (
        <One id={id}>
          {may ? (
            (filename) => (
              <Ways {...ways} another>
                <Button
                  variant="subtle" color="gray" size="xs" leftSection={<Icon name="trash" size={14} />}
                  aria-label={`${t('forms.media.remove')}: ${filename}`}
                  onClick={() => {
                    change(undefined);
                    blur();
                  }}
                >
                  {t('forms.media.remove')}
                </Button>
                <LinkButton to="/media" search={{ asset: id }} target="_blank" variant="subtle" color="gray" size="xs">
                  {t('forms.media.open')}
                </LinkButton>
              </Ways>
            )
          ) : undefined}
        </One>
      )}
      {said !== '' && <Text size="xs" c="var(--mantine-color-error)" role="alert">{said}</Text>}
      <FieldUploadList uploads={open} label={t('forms.media.inText', { field: label })} />
      {!library && !props.readOnly && <ByEditors />}
    </DropFrame>
  );
}

function One({ id, children }: { id: string; children: ((filename: string) => React.ReactNode) | undefined }) {
  const chosen = useChosen(id);
  return (
    <ChosenAsset id={id} chosen={chosen}>
      {children?.(chosen.named?.filename ?? id)}
    </ChosenAsset>
  );
}
