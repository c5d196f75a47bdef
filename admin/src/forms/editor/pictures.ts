import { isolateHistory } from '@codemirror/commands';
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';

import { filesOf, pastedFiles } from '../../media/uploadFiles';
import { changedPlaces, movedPlaces, type Place, type PlaceChange, type TakeFiles } from './places';

const changed = StateEffect.define<PlaceChange>();
const filled = StateEffect.define<string>();

/** Where uploads are to come in the text. The text itself does not have them: what is saved meanwhile has no trace of them. */
const places = StateField.define<readonly Place[]>({
  create: () => [],
  update(before, transaction) {
    const fill = transaction.effects.find((each) => each.is(filled))?.value;
    const moved = transaction.docChanged || fill !== undefined ? movedPlaces(before, (at, side) => transaction.changes.mapPos(at, side), fill) : before;
    return transaction.effects.reduce<readonly Place[]>((all, each) => (each.is(changed) ? changedPlaces(all, each.value) : all), moved);
  },
  provide: (field) =>
    EditorView.decorations.from(field, (all) =>
      Decoration.set(
        all.filter(({ hidden }) => !hidden).map(({ at, filename }) => Decoration.widget({ widget: new Arriving(filename), side: 1 }).range(at)),
        true,
      ),
    ),
});

class Arriving extends WidgetType {
  constructor(readonly filename: string) {
    super();
  }

  override eq(other: Arriving): boolean {
    return other.filename === this.filename;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = 'quartet-arriving';
    mark.textContent = `${this.filename} …`;
    return mark;
  }
}

/** Takes files that are dropped into a text or pasted. */
export function takesFiles(take: TakeFiles): Extension {
  return [
    places,
    EditorView.domEventHandlers({
      drop: (event, view) => {
        const files = filesOf(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        take(files, view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.head);
        return true;
      },
      paste: (event, view) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0) return false;
        event.preventDefault();
        take(files, view.state.selection.main.head);
        return true;
      },
    }),
  ];
}

export const changePlaces = (view: EditorView, change: PlaceChange) => view.dispatch({ effects: changed.of(change) });

/** Puts what arrived into its place. It is one step of the history. */
export function fillPlace(view: EditorView, id: string, textOf: (before: string, after: string) => string): void {
  const place = view.state.field(places).find((each) => each.id === id);
  if (!place) return;
  const line = view.state.doc.lineAt(place.at);
  const insert = textOf(line.text.slice(0, place.at - line.from), line.text.slice(place.at - line.from));
  view.dispatch({ changes: { from: place.at, insert }, effects: filled.of(id), userEvent: 'input.drop', annotations: isolateHistory.of('full') });
}
