/** The art of the cards: one sprite, which the pictures of positions embed, too. */

import sprite from "../../../src/shengji/picture/cards.svg?url";

/** The address of a symbol of the sprite: a card (`KH`), its index (`iKH`), a suit (`H`). */
export const art = (symbol: string): string => `${sprite}#${symbol}`;
