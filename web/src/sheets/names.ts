/** The sheets over the table. */
export type SheetName =
  | "result"
  | "rules"
  | "rules_form"
  | "settings"
  | "last_trick"
  | "kitty"
  | "score"
  | "people"
  | "chat"
  | "invite"
  | "preferences"
  | "counter"
  | "menu";
