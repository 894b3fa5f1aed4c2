// Sorting tables and jumping rows, on the W3C pattern: a button in the head cell, aria-sort on one head, a live status.
for (const table of document.querySelectorAll("table.sortable")) {
  const status = table.closest(".box").parentNode.querySelector("[role=status]");
  table.querySelectorAll("th[data-sort]").forEach((head) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") === "descending";
      table.querySelectorAll("th[aria-sort]").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[head.cellIndex].dataset.key ?? "";
      const order = (a, b) => {
        const [x, y] = [key(a), key(b)];
        return x === "" || y === "" || isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y;
      };
      const rows = [...table.tBodies[0].rows].sort(order);
      table.tBodies[0].append(...(up ? rows : rows.reverse()));
      status.textContent = `Sorted by ${button.textContent.trim().replace(/\s+/g, " ")}, ${up ? "smallest" : "largest"} first.`;
    });
  });
}
