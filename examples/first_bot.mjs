// A first bot for Sheng Ji in JavaScript: plays low where it loses, and wins with what costs least.
// It needs nothing but Node; docs/bots.md explains the messages. Seat it as
// `exec:node examples/first_bot.mjs`.

import { createInterface } from "node:readline";

let table;

/** The suit of a card as printed, or undefined for a Joker. */
const suitOf = (card) => (card === "SJ" || card === "BJ" ? undefined : card.at(-1));

/** Declare a suit in which we are long; else wait. */
function show({ hand, options, trump }) {
  if (trump.suit !== null) return [];
  const length = (suit) => hand.filter((card) => suitOf(card) === suit).length;
  return options.find(([card]) => suitOf(card) && 3 * length(suitOf(card)) > hand.length) ?? [];
}

/** Bury low cards without points; the hand begins with its trumps, which go last. */
function bury({ hand, size }) {
  const worth = (card) => Number(["5", "10", "K", "A"].includes(card.slice(0, -1)));
  return [...hand].reverse().sort((a, b) => worth(a) - worth(b)).slice(0, size);
}

/** Lead the longest unit, and of these the first: plays stand from high to low. */
function lead({ plays }) {
  return plays.reduce((best, play) => (play.cards.length > best.cards.length ? play : best)).cards;
}

/** Give points to a partner; win where there are points; else give as little as we can. */
function follow({ plays, points, winning }) {
  if (table.teams === "fixed" && winning % 2 === table.seat % 2) return plays.at(-1).cards;
  return ((points && plays.find((play) => play.wins)) || plays[0]).cards;
}

/** Call the first copies of the highest cards that may be called. */
function call({ cards, calls }) {
  return cards.slice(0, calls).map((card) => ({ card, ordinal: 1 }));
}

/** The answer to a request, but for its id. */
function answer(ask) {
  if (ask.type === "redeal") return { wanted: true };
  if (ask.type === "call") return { calls: call(ask) };
  return { cards: { show, bury, land: () => [], lead, follow }[ask.type](ask) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    table = message;
    console.log(JSON.stringify({ type: "ready", protocol: 1, name: "first", reuse: true }));
  } else if ("id" in message) {
    console.log(JSON.stringify({ id: message.id, ...answer(message) }));
  }
}
