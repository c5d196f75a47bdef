import { ActionIcon, Anchor, Button, Menu, type ActionIconProps, type AnchorProps, type ButtonProps, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement> & React.RefAttributes<HTMLAnchorElement>, 'color' | 'style'>;

/** A button that leads to a page of the application. */
export const LinkButton = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />);

/** An icon that leads to a page of the application; it has a name of its own. */
export const LinkActionIcon = createLink((props: ActionIconProps & Native) => <ActionIcon component="a" {...props} />);

/** Words that lead to a page of the application. */
export const LinkAnchor = createLink((props: AnchorProps & Native) => <Anchor {...props} />);

/** An item of a menu that leads to a page of the application. */
export const LinkItem = createLink((props: MenuItemProps & Native) => <Menu.Item component="a" {...props} />);
