import { UploadRow } from '../../media/tray/UploadRow';
import type { Upload } from '../../media/uploads/upload';
import classes from './Media.module.css';

/** The uploads into a field, in place: how far each is, and what became of it. */
export function FieldUploadList({ uploads, label }: { uploads: readonly Upload[]; label: string }) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes['uploads']} aria-label={label}>
      {uploads.map((each) => (
        <UploadRow key={each.id} upload={each} />
      ))}
    </ul>
  );
}
