module.exports = require("./svg.js");
