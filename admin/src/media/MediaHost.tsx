import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';

import { staleMedia } from '../api/media';
import { useBootstrap } from '../api/session';
import { part } from '../app/part';
import { learnPolicy } from './policy';
import { useMediaQuestions } from './questions';
import { useUploads } from './uploads/uploads';

const UploadTray = lazy(part(() => import('./tray/UploadTray').then((module) => ({ default: module.UploadTray }))));
const AssetPicker = lazy(part(() => import('./AssetPicker').then((module) => ({ default: module.AssetPicker }))));
const PurposeQuestion = lazy(part(() => import('./PurposeQuestion').then((module) => ({ default: module.PurposeQuestion }))));

/** What belongs to media on every page: uploads go on while somebody works elsewhere, and the library opens above any form. */
export function MediaHost() {
  const { site } = useBootstrap();
  const questions = useMediaQuestions();
  const all = useUploads();
  useEffect(() => learnPolicy(site.media), [site.media]);
  useFreshLibrary(all.filter(({ state }) => state === 'done').length);
  return (
    <Suspense fallback={null}>
      {questions.map((each, i) =>
        each.kind === 'pick' ? <AssetPicker key={i} options={each.options} answer={each.answer} /> : <PurposeQuestion key={i} question={each} />,
      )}
      {all.length > 0 && <UploadTray uploads={all} />}
    </Suspense>
  );
}

/** What came into the library is seen there. */
function useFreshLibrary(done: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (done > 0) void queries.invalidateQueries({ queryKey: staleMedia });
  }, [done, queries]);
}
