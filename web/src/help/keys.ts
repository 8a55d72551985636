import type { Key } from "../words/words.svelte";

type Helped<K> = K extends `help.${infer H}` ? H : never;

/**
 * What the help explains: `data-help="key"` marks an element, whose explanation is the text
 * `help.<key>`. A marked element inside another marked element has its own explanation.
 */
export type HelpKey = Helped<Key>;
