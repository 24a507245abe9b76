// Runs the search in a frame when the site is opened as files, because browsers refuse workers of files.
"use strict";
if (location.protocol === "file:") {
  window.IFrameWorker = class IFrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inner = this.frame.contentWindow;
      // Answers of the search go to the listeners of this object.
      inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inner.importScripts = (...names) =>
        Promise.all(
          names.map(
            (name) =>
              new Promise((loaded, failed) => {
                const script = inner.document.createElement("script");
                script.src = name;
                script.onload = loaded;
                script.onerror = failed;
                inner.document.body.append(script);
              }),
          ),
        );
      const script = inner.document.createElement("script");
      script.src = new URL(url, document.baseURI);
      script.onload = () => {
        this.ready = true;
        this.waiting.forEach((data) => this.deliver(data));
      };
      inner.document.body.append(script);
    }
    deliver(data) {
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }
    postMessage(data) {
      if (this.ready) this.deliver(data);
      else this.waiting.push(data);
    }
    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
