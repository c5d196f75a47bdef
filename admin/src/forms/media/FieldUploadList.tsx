import { lazy, Suspense } from 'react';

import { part } from '../../app/part';
import type { Upload } from '../../media/uploads/upload';
import classes from './Media.module.css';

/** Comes with the first upload: a text that nobody drops a file into does without. */
const UploadRow = lazy(part(() => import('../../media/tray/UploadRow').then((module) => ({ default: module.UploadRow }))));

/** The uploads into a field, in place: how far each is, and what became of it. */
export function FieldUploadList({ uploads, label }: { uploads: readonly Upload[]; label: string }) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes['uploads']} aria-label={label}>
      <Suspense>
        {uploads.map((each) => (
          <UploadRow key={each.id} upload={each} />
        ))}
      </Suspense>
    </ul>
  );
}
