// Draws the plots and the table of points. Data and specifications are in the element #data.
"use strict";
(function () {
  const all = JSON.parse(document.getElementById("data").textContent);
  const points = all.data.points || [];
  const columns = all.columns;
  const views = [];
  let chosen = points;
  let shown = 100;
  let order = { field: "point", down: false };

  function datasets(name) {
    return name === "points" ? chosen : all.data[name] || [];
  }

  function namesIn(spec, found) {
    if (Array.isArray(spec)) spec.forEach((part) => namesIn(part, found));
    else if (spec && typeof spec === "object") {
      if (spec.data && typeof spec.data.name === "string") found.add(spec.data.name);
      Object.values(spec).forEach((part) => namesIn(part, found));
    }
    return found;
  }

  all.charts.forEach((chart, i) => {
    const names = namesIn(chart, new Set());
    const spec = Object.assign({}, chart, { datasets: {} });
    names.forEach((name) => { spec.datasets[name] = datasets(name); });
    vegaEmbed("#chart" + i, spec, {
      actions: { export: true, source: false, compiled: false, editor: false },
      downloadFileName: all.name + "-" + i,
    }).then((result) => {
      if (names.has("points")) views.push(result.view);
    });
  });

  const text = (row, column) => String(row[column.text || column.field] ?? "-");
  const body = document.querySelector("#table tbody");
  const head = document.querySelector("#table thead");

  function cell(kind, content, words) {
    const element = document.createElement(kind);
    element.textContent = content;
    if (words) element.className = "text";
    return element;
  }

  function heads() {
    const row = document.createElement("tr");
    columns.forEach((column) => {
      const element = cell("th", "", column.words);
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = column.title;
      button.addEventListener("click", () => {
        order = { field: column.field, down: order.field === column.field && !order.down };
        draw();
      });
      element.appendChild(button);
      row.appendChild(element);
    });
    head.replaceChildren(row);
  }

  function compare(a, b) {
    const x = a[order.field], y = b[order.field];
    if (x === y) return a.point - b.point;
    if (x === null || x === undefined) return 1;
    if (y === null || y === undefined) return -1;
    const numbers = !isNaN(x) && !isNaN(y);
    const sign = numbers ? Number(x) - Number(y) : String(x).localeCompare(String(y));
    return order.down ? -sign : sign;
  }

  function detail(row) {
    const line = document.createElement("tr");
    line.className = "detail";
    const element = document.createElement("td");
    element.colSpan = columns.length;
    const command = document.createElement("code");
    command.textContent = all.commands[row.point] || "the study stored no settings of this point";
    element.append(command, document.createElement("br"), all.evidence[row.point] || "");
    line.appendChild(element);
    return line;
  }

  function draw() {
    const rows = chosen.slice().sort(compare);
    body.replaceChildren();
    rows.slice(0, shown).forEach((row) => {
      const line = document.createElement("tr");
      line.className = "point";
      columns.forEach((column) => line.appendChild(cell("td", text(row, column), column.words)));
      line.addEventListener("click", () => {
        if (line.nextSibling && line.nextSibling.className === "detail") line.nextSibling.remove();
        else line.after(detail(row));
      });
      body.appendChild(line);
    });
    document.getElementById("count").textContent =
      chosen.length + " of " + points.length + " legal points; " + Math.min(shown, rows.length) +
      " shown. A click on a row shows its command and what limits it; a click on a heading sorts.";
    document.getElementById("more").hidden = shown >= rows.length;
  }

  function filter() {
    const selected = Array.from(document.querySelectorAll("select[data-axis]")).filter((s) => s.value !== "");
    const words = document.getElementById("words").value.toLowerCase().split(/\s+/).filter(Boolean);
    const only = document.getElementById("only").checked;
    chosen = points.filter((row) =>
      selected.every((s) => row[s.dataset.axis] === s.value) && (!only || row.on_front) &&
      words.every((word) => columns.some((column) => text(row, column).toLowerCase().includes(word))));
    shown = 100;
    views.forEach((view) => view.data("points", chosen).runAsync());
    draw();
  }

  function csv() {
    const quote = (value) => '"' + String(value ?? "").replace(/"/g, '""') + '"';
    const lines = [columns.map((column) => quote(column.title)).join(",")];
    chosen.forEach((row) => lines.push(columns.map((column) => quote(row[column.field])).join(",")));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" }));
    link.download = all.name + ".csv";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  document.querySelectorAll("select[data-axis], #words, #only").forEach((input) => input.addEventListener("input", filter));
  document.getElementById("download").addEventListener("click", csv);
  document.getElementById("more").addEventListener("click", () => { shown += 400; draw(); });
  heads();
  draw();
})();
