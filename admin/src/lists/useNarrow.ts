import { useMediaQuery } from '@mantine/hooks';

/** Whether rows are too narrow for columns: style sheets have the same width (decision 300). */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
