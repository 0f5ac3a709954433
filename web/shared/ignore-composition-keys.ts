/** What browsers report as the key of everything that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229

/**
 * Hides the keys that an input method handles, such as the Enter that accepts its candidate, from every handler of the
 * page. In Safari the composition has ended by then, so that only the obsolete `keyCode` tells such a key.
 * Editable documents need these keys, and their editors distinguish them.
 */
export function ignoreCompositionKeys(page: EventTarget = window): void {
  page.addEventListener(
    'keydown',
    (event) => {
      if (isCompositionKey(event) && !isInEditableDocument(event)) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}

const isCompositionKey = (event: Event): boolean =>
  ('isComposing' in event && event.isComposing === true) ||
  ('keyCode' in event && event.keyCode === INPUT_METHOD_KEY_CODE)

const isInEditableDocument = ({ target }: Event): boolean =>
  target !== null && 'isContentEditable' in target && target.isContentEditable === true
