import { useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { assetQuery } from '../../api/media';
import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { altIn, isImage } from '../../media/pictures';
import { uploads } from '../../media/uploads/uploads';
import { isRunning } from '../../media/uploads/upload';
import { notifyFailure } from '../../ui/notify';
import type { Place, PlaceChange } from '../editor/places';
import { useFormValue } from '../frame';
import type { Path } from '../pointer';
import { useHasLibrary } from './useChosen';
import { useFieldUploads } from './useFieldUploads';

/** A file as it comes into a text. */
export interface TextFile {
  id: string;
  alt: string;
  filename: string;
  picture: boolean;
}

interface TextEditor {
  change: (change: PlaceChange) => void;
  /** Puts a file into its place; `alone` where it was given without others. */
  fill: (upload: string, file: TextFile, alone: boolean) => void;
  /** Says what a picture shows, wherever the text shows it without words. */
  describe: (id: string, alt: string) => void;
  /** It asks what a picture shows, so that the tray need not. */
  asks: boolean;
}

/** Uploads into a text: a place for each, what arrives in it, and words for pictures that came without. */
export function useTextFiles(path: Path, editor: TextEditor) {
  const speech = useSpeech();
  const library = useHasLibrary();
  const locale = useFormValue()['locale'];
  const [came, setCame] = useState<readonly Asset[]>([]);
  const [together, setTogether] = useState<readonly string[]>([]);
  const fileOf = (asset: Asset): TextFile => ({ id: asset.id, alt: altIn(asset, locale), filename: asset.filename, picture: isImage(asset) });
  const { open, give } = useFieldUploads(path, (arrivals) => {
    afterRender(() => arrivals.forEach(({ upload, asset }) => editor.fill(upload, fileOf(asset), !together.includes(upload))));
    setCame((before) => [...before, ...arrivals.map(({ asset }) => asset)]);
  }, editor.asks);
  useFailedPlaces(open.filter((each) => !isRunning(each)).map(({ id }) => id), editor.change);
  useLaterWords(came, (asset) => afterRender(() => editor.describe(asset.id, altIn(asset, locale))));
  const take = async (files: File[], at: number) => {
    if (!library) {
      notifyFailure(speech, speech.t('forms.media.textByEditors'), speech.t('media.upload'));
      return;
    }
    const ids = await give(files);
    if (ids.length > 1) setTogether((before) => [...before, ...ids]);
    const known = uploads.snapshot();
    editor.change({ add: ids.map((id): Place => ({ id, filename: known.find((each) => each.id === id)?.filename ?? '', at })) });
  };
  return { open, take, fileOf, library };
}

/** The editors tell their form at once what changes in them, which they cannot while React renders. No event comes between. */
const afterRender = (act: () => void) => queueMicrotask(act);

/** Nothing stands in the text for an upload that failed or was taken away; one that is tried again gets its place back. */
function useFailedPlaces(failed: readonly string[], change: (change: PlaceChange) => void): void {
  const key = failed.join();
  const tell = useEffectEvent(() => change({ hide: failed }));
  useEffect(() => {
    tell();
  }, [key]);
}

/** Hears of words that somebody gives to a picture after it has come. */
function useLaterWords(came: readonly Asset[], told: (asset: Asset) => void): void {
  const wordless = came.filter(({ alt }) => alt === '');
  const alts = useQueries({ queries: wordless.map((asset) => ({ ...assetQuery(asset.id), enabled: false })), combine: (all) => all.map(({ data }) => data) });
  const key = alts.map((each) => each?.alt ?? '').join('\n');
  const tell = useEffectEvent(() => alts.forEach((each) => each && each.alt !== '' && told(each)));
  useEffect(() => {
    tell();
  }, [key]);
}
