() => {
  /* Tables of figures scroll in their place, names may end in dots, and cards lie over each other. */
  const wide = document.documentElement.clientWidth;
  const found = [];
  const over = document.documentElement.scrollWidth - wide;
  if (over > 0) found.push(`the page is ${over} px wider than the screen`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.data.trim();
    const own = node.parentElement;
    if (!words || own.closest(".card, script, style, [aria-hidden=true], option, dialog:not([open])"))
      continue;
    if (!own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const number = /\d/.test(words);
    let why = box.right > wide + 1 || box.left < -1 ? "beside the screen" : null;
    for (let at = own; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      const outer = at.getBoundingClientRect();
      const beyond = box.left < outer.left - 1 || box.right > outer.right + 1;
      if (style.clipPath !== "none" || (style.textOverflow === "ellipsis" && !number)) {
        why = null;
        break;
      }
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) {
        const figures = at.tagName === "TABLE" || at.querySelector("table") !== null;
        const scrolls = /auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth;
        if (scrolls) why = !figures && number && beyond ? `scrolled out of ${at.className}` : null;
        break;
      }
      const down = box.top < outer.top - 3 || box.bottom > outer.bottom + 3;
      if (/hidden|clip/.test(style.overflowX) && beyond) why ??= `cut by ${at.className}`;
      if (/hidden|clip/.test(style.overflowY) && down) why ??= `cut by ${at.className}`;
    }
    if (why) found.push(`${words.slice(0, 40)}: ${why}`);
  }
  return found;
}
