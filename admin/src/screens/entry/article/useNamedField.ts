import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

import { focusField } from '../../../forms/focus';

/** How many frames a form may take until it is there. */
const patience = 120;

/** Moves to the field that the address names, once its form is shown; the address forgets it then. */
export function useNamedField(idPrefix: string): void {
  const { field } = useSearch({ from: '/staff/c/$collection/$id' });
  const navigate = useNavigate();
  useEffect(() => {
    if (!field) return;
    let frame = 0;
    const seek = (tries: number) => {
      if (focusField(field, idPrefix) || tries === 0) void navigate({ to: '.', search: (search) => ({ ...search, field: undefined }), replace: true, ignoreBlocker: true });
      else frame = requestAnimationFrame(() => seek(tries - 1));
    };
    seek(patience);
    return () => cancelAnimationFrame(frame);
  }, [field, idPrefix, navigate]);
}
