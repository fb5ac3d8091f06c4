module.exports = require("./uci.js");
