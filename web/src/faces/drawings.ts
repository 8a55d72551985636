/** The pictures that people choose among: shapes on a ground, in a square of 64. */
import type { Drawing } from "../people/faces.svelte";
import { DARK, oval, type Picture, two, WHITE } from "./shapes";

/** Five petals around the middle. */
const PETALS = [0, 1, 2, 3, 4]
  .map((number) => (number * 2 * Math.PI) / 5)
  .map((turn) =>
    oval(Math.round(32 + 13 * Math.sin(turn)), Math.round(32 - 13 * Math.cos(turn)), 10),
  )
  .join("");

export const PICTURES: Readonly<Record<Drawing, Picture>> = {
  panda: {
    ground: "#cfe0c8",
    shapes: [
      [DARK, two(14, 19, 9)],
      [WHITE, oval(32, 35, 21)],
      [DARK, two(8, 33, 5, 7) + oval(32, 43, 4, 3)],
      [WHITE, two(8, 32, 2)],
    ],
  },
  cat: {
    ground: "#f3dfc1",
    shapes: [
      ["#d9803a", "M13 8v28l20-14z"],
      ["#d9803a", "M51 8v28l-20-14z"],
      ["#d9803a", oval(32, 37, 20)],
      ["#f7cf9f", oval(32, 46, 9, 7)],
      [DARK, two(8, 35, 2.5, 3.5)],
      [DARK, "M29 42h6l-3 4z"],
    ],
  },
  rabbit: {
    ground: "#d8d3ea",
    shapes: [
      [WHITE, two(8, 17, 5.5, 15) + oval(32, 41, 18)],
      ["#eeb6bf", two(8, 18, 2.5, 10) + two(11, 47, 3.5, 2.5)],
      [DARK, two(7, 39, 2.2, 3)],
      ["#d98592", "M29 45h6l-3 4z"],
    ],
  },
  fox: {
    ground: "#cfe0ea",
    shapes: [
      ["#d4632c", "M11 9l3 28 18-13z"],
      ["#d4632c", "M53 9l-3 28-18-13z"],
      ["#d4632c", "M11 32q21-18 42 0-3 20-21 25-18-5-21-25z"],
      [WHITE, "M13 37q12 1 19 19-15-3-19-19zM51 37q-12 1-19 19 15-3 19-19z"],
      [DARK, two(8, 37, 2.3, 3) + oval(32, 54, 3.5, 3)],
    ],
  },
  chick: {
    ground: "#c6e0ee",
    shapes: [
      ["#f2c838", "M29 16q1-11 6-7l-1 8z"],
      ["#f2c838", oval(32, 37, 21)],
      ["#e27f2b", "M26 38h12l-6 8z"],
      [DARK, two(9, 33, 2.5, 3)],
    ],
  },
  pig: {
    ground: "#d9e8cf",
    shapes: [
      ["#e48f9f", "M12 12l16 6-12 14zM52 12l-16 6 12 14z"],
      ["#f0b0bb", oval(32, 36, 20)],
      ["#dd8496", oval(32, 42, 9, 6.5)],
      [DARK, two(3, 42, 1.6, 2.2) + two(9, 32, 2.2, 3)],
    ],
  },
  bear: {
    ground: "#eadcc2",
    shapes: [
      ["#83532f", two(15, 19, 8) + oval(32, 37, 20)],
      ["#dcbb92", oval(32, 44, 9, 7)],
      ["#dcbb92", two(15, 19, 4)],
      [DARK, two(8, 33, 2.3, 3) + oval(32, 41, 3.6, 2.6)],
    ],
  },
  frog: {
    ground: "#f1e3c4",
    shapes: [
      ["#5b9a49", two(12, 21, 9) + oval(32, 39, 22, 17)],
      [WHITE, two(12, 20, 5)],
      [DARK, two(12, 20, 2.5)],
      [DARK, "M17 43q15 11 30 0-15 6-30 0z"],
    ],
  },
  fish: {
    ground: "#bfdde6",
    shapes: [
      ["#d14a3a", "M42 33l17-12v24z"],
      ["#d14a3a", "M22 25q8-14 19-2z"],
      ["#d14a3a", oval(28, 34, 20, 13)],
      ["#f3a08c", oval(26, 40, 12, 5)],
      [WHITE, oval(18, 31, 3.6)],
      [DARK, oval(17, 31, 1.8)],
    ],
  },
  tiger: {
    ground: "#dfe7cf",
    shapes: [
      ["#e39a34", two(15, 19, 8) + oval(32, 37, 21)],
      [WHITE, oval(32, 46, 10, 7)],
      [DARK, "M27 17h10l-5 3z"],
      [DARK, "M28 22h8l-4 3z"],
      [DARK, "M11 34l9 2-9 3z"],
      [DARK, "M53 34l-9 2 9 3z"],
      [DARK, "M13 44l7 0-6 3z"],
      [DARK, "M51 44l-7 0 6 3z"],
      [DARK, two(8, 34, 2.4, 3.2)],
      [DARK, "M28 42h8l-4 4z"],
    ],
  },
  lantern: {
    ground: "#2c3a55",
    shapes: [
      [
        "#e9b93c",
        "M31 6h2v10h-2zM24 15h16v6H24zM24 47h16v5H24zM27 52h2v9h-2zM31 52h2v11h-2zM35 52h2v9h-2z",
      ],
      ["#cf3126", oval(32, 34, 19, 15)],
      ["#e6594a", oval(32, 34, 10, 15)],
      ["#cf3126", oval(32, 34, 3, 15)],
    ],
  },
  teapot: {
    ground: "#e9dcc6",
    shapes: [
      ["#37716c", "M44 42q9-2 9-18l6 1q1 20-14 24z"],
      ["#37716c", oval(13, 38, 9, 10)],
      ["#e9dcc6", oval(13, 38, 5, 6)],
      ["#37716c", "M18 27q12-14 24 0z"],
      ["#37716c", oval(30, 16, 3)],
      ["#37716c", oval(30, 40, 18, 14)],
      ["#8fbdb6", oval(25, 36, 5, 3)],
    ],
  },
  fan: {
    ground: "#efdfd8",
    shapes: [
      ["#bf3a34", "M32 54L5 27q27-28 54 0z"],
      ["#f3d6a2", "M32 54l-16-33 2-1zM32 54L25 16h2zM32 54l5-38h2zM32 54l14-34 2 1z"],
      ["#5e3520", "M32 58l-7-11h14z"],
      ["#5e3520", oval(32, 53, 3)],
    ],
  },
  blossom: {
    ground: "#dbe5ee",
    shapes: [
      ["#e2849b", PETALS],
      ["#f3d259", oval(32, 32, 6.5)],
      ["#b9742c", oval(30, 30, 1.4) + oval(34, 30, 1.4) + oval(30, 34, 1.4) + oval(34, 34, 1.4)],
    ],
  },
  mountain: {
    ground: "#c9dde8",
    shapes: [
      ["#e2574a", oval(47, 18, 7)],
      ["#7e96a6", "M-4 64l28-44 26 44z"],
      ["#48606f", "M16 64l26-36 28 36z"],
      [WHITE, "M24 20l7 12-5-2-3 4-6-3z"],
    ],
  },
  moon: {
    ground: "#25324c",
    shapes: [
      ["#f2d779", oval(34, 30, 18)],
      ["#25324c", oval(42, 25, 15)],
      ["#f2d779", oval(13, 16, 1.6) + oval(50, 46, 1.6) + oval(45, 22, 1.2)],
      ["#71809f", oval(20, 50, 13, 5) + oval(33, 47, 11, 6)],
    ],
  },
};

export const DRAWINGS = Object.keys(PICTURES) as readonly Drawing[];
