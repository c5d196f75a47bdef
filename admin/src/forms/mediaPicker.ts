import { createContext, type ReactNode } from 'react';

import type { WidgetProps } from './widgets/props';

/** Shows the control that picks a media asset, where the site has media. */
export const MediaPickerContext = createContext<((props: WidgetProps) => ReactNode) | null>(null);
